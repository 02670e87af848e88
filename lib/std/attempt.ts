/** The action's result, or `otherwise` if it throws. */
export function attempt<T, O>(action: () => T, otherwise: O): T | O {
  try {
    return action()
  } catch {
    return otherwise
  }
}

/** For what does not change the outcome. */
export const quietly = (action: () => unknown): void => void attempt(action, null)
