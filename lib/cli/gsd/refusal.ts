// Refusals of `gsd`.
import { type Code, GsdError } from '../../errors.js'

export const refusal = (code: Code, message: string, fix: string): GsdError =>
  new GsdError({ code, message: `${message}; nothing was done`, fix })
