// Stands in for a project's choice of a version of Windows.
