// Requirement ids: capitals first, then segments joined by dashes (`AUTH-01`, `API-AUTH-2`, `REQ7`).

const SEGMENTS = /^[A-Z][A-Z0-9]*(?:-[A-Za-z0-9_]+)+$/
const SHORT = /^[A-Z][A-Z0-9]{0,15}\d$/

export const isRequirementId = (text: string): boolean => SEGMENTS.test(text) || SHORT.test(text)

/** Ids in a field such as `[AUTH-01, AUTH-02]` or `AUTH-01 AUTH-02 (part)`; ignores words such as TBD. */
export const requirementIdsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\s,;[\]()`*]+/)
      .map((word) => word.replace(/[.:]+$/, ''))
      .filter(isRequirementId),
  ),
]
