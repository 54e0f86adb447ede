"""The table of Illuminati Deluxe: money, Specials, one deck for all, two actions a turn."""
