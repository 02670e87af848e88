// What one model is called: by its provider, with a day, with the size of a context.

/** Without the provider in front, and the day or the size of the context behind: `provider/name-20251101`, `name[1m]`. */
export const plainModel = (model: string): string =>
  (model.toLowerCase().split('/').at(-1) as string)
    .replace(/\[.*\]$/, '')
    .replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
