"""Draws in the language of LLVM, for numbers of any kind: one at a time, or several side by side in a vector."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hasenpfeffer.chance import DEALING, FIRST_DEALER, GOLDEN

if TYPE_CHECKING:
    from collections.abc import Callable


class Kind(NamedTuple):
    """A kind of numbers, and what the functions over them are called."""

    family: str
    number: str
    truth: str
    known: Callable[[int], str]
    """A number that is known, without its type."""


def splat(number: int) -> str:
    """A number that is known, in every place of a vector, without its type."""
    return f"splat (i64 {number})" if number else "zeroinitializer"


def mix(kind: Kind) -> str:
    """The function that `chance.mix` is."""
    family, n, _, known = kind
    return f"""
define internal {n} @{family}.mix({n} %a) alwaysinline nounwind {{
  %b = lshr {n} %a, {known(30)}
  %c = xor {n} %a, %b
  %d = mul {n} %c, {known(0xBF58476D1CE4E5B9)}
  %e = lshr {n} %d, {known(27)}
  %f = xor {n} %d, %e
  %g = mul {n} %f, {known(0x94D049BB133111EB)}
  %h = lshr {n} %g, {known(31)}
  %i = xor {n} %g, %h
  ret {n} %i
}}
"""


def streams(kind: Kind, *, inline: str) -> str:
    """Keys of streams and their draws; a family also has `mix` and `below`. `inline`: what LLVM is told of keys."""
    family, n, truth, known = kind
    return f"""
define internal {n} @{family}.add({n} %key, {n} %word) alwaysinline nounwind {{
  %a = add {n} %word, {known(GOLDEN)}
  %b = call {n} @{family}.mix({n} %a)
  %c = xor {n} %key, %b
  %d = call {n} @{family}.mix({n} %c)
  ret {n} %d
}}
define internal {n} @{family}.stream_key(
  {n} %low, {n} %high, {n} %game, {n} %deal, {n} %purpose
) {inline} nounwind {{
  %a = add {n} %low, {known(GOLDEN)}
  %b = call {n} @{family}.mix({n} %a)
  %c = icmp eq {n} %purpose, {known(DEALING)}
  %d = icmp eq {n} %purpose, {known(FIRST_DEALER)}
  %e = or {truth} %c, %d
  %f = icmp ne {n} %high, {known(0)}
  %g = and {truth} %e, %f
  %h = call {n} @{family}.add({n} %b, {n} %high)
  %i = select {truth} %g, {n} %h, {n} %b
  %j = call {n} @{family}.add({n} %i, {n} %game)
  %k = call {n} @{family}.add({n} %j, {n} %deal)
  %l = call {n} @{family}.add({n} %k, {n} %purpose)
  ret {n} %l
}}
define internal {n} @{family}.drawn({n} %key, {n} %number) alwaysinline nounwind {{
  %a = add {n} %number, {known(1)}
  %b = mul {n} %a, {known(GOLDEN)}
  %c = add {n} %key, %b
  %d = call {n} @{family}.mix({n} %c)
  ret {n} %d
}}
define internal {n} @{family}.draw({n} %key, {n} %number, {n} %bound) alwaysinline nounwind {{
  %a = call {n} @{family}.drawn({n} %key, {n} %number)
  %b = call {n} @{family}.below({n} %a, {n} %bound)
  ret {n} %b
}}
"""
