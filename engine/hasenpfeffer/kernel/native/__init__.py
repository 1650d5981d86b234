"""An emitted module as machine code: translated for LLVM, kept in the user's cache, loaded and called.

`machine.py` has what others use. A text goes through `restricted` (what it declares), `translate` and `expressions`
(into the language of LLVM, with `primitives`) and `llvm` (into machine code, and into memory); `cache` keeps it.
"""
