// Versions of Windows mean nothing here.
