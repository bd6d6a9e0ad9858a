"""Load as learners cause it: the WebSocket of their pages, the documents with their scripts, and the API.

Actions come by a schedule, whether or not earlier ones have been answered, and each latency is measured from
the time at which the action was due. So a server that stands still for ten seconds delays all actions of that
time in the figures too, as it does for learners ("coordinated omission" does not hide it).
"""
