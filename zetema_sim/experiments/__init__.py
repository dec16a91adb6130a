"""Questions asked of many matches: each module asks one."""
