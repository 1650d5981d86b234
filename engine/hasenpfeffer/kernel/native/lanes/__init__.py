"""Sixteen deals side by side: the same functions of restricted Python, where every number is a vector of sixteen.

Each deal has a lane of the processor's vectors. Where deals part, at a choice or in the length of a loop, both ways
are gone and each lane keeps what is its own.
"""
