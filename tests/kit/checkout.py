"""Where the checkout stands, counted once."""

from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
