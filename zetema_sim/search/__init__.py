"""Search: answers played on in worlds dealt from what a seat cannot see."""
