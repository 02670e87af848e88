// Main of `gsd-tools`.
export {}
