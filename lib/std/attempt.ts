/** Returns the action's result, or `otherwise` if the action throws. */
export function attempt<T, O>(action: () => T, otherwise: O): T | O {
  try {
    return action()
  } catch {
    return otherwise
  }
}

/** Runs an action, and ignores its result and what it throws. */
export const quietly = (action: () => unknown): void => void attempt(action, null)
