/** The reason for an operator's action, stored permanently in the journal or the audit trail. */
export const requiredReason = {
  type: 'string',
  value: 'TEXT',
  required: true,
  description: 'Why; stored permanently with your name',
} as const

export const optionalReason = {
  type: 'string',
  value: 'TEXT',
  description: 'Why; stored with your name',
} as const

/** The reason as an argument, if one was given. */
export const reasonArgument = (reason: string | undefined) => (reason === undefined ? {} : { reason })
