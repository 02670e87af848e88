// Main of `gsd`.
export {}
