"""The same scores on more than fits into memory: shard by shard, on one machine or on Ray."""
