"""Helpers for writing strategies, in the game's words."""

from __future__ import annotations
