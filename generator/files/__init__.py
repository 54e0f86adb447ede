"""Files and folders that are whole or not there: made beside their places, put there in one step, swept when left
over.
"""

from .staging import Staging, abandon, only_one, place, resolved, write_whole

__all__ = ["Staging", "abandon", "only_one", "place", "resolved", "write_whole"]
