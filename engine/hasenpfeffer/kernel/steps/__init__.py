"""The kinds of steps as functions of the program: begin, what is legal, and what an action does."""
