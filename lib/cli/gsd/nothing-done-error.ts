// Refusals of `gsd`.
import { type Code, GsdError } from '../../errors.js'

export const nothingDoneError = (code: Code, message: string, fix: string): GsdError =>
  new GsdError({ code, message: `${message}; nothing was done`, fix })
