"""The pages of those who take part: start, task, last answer, finished."""
