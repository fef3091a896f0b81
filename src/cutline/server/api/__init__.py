"""The interface for programs: REST under `/api/v1/`, described by OpenAPI."""
