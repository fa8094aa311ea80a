/** Why an operator does something: kept for ever, in the journal or the audit trail. */
export const requiredReason = {
  type: 'string',
  value: 'TEXT',
  required: true,
  says: 'Why; kept for ever with who asks',
} as const

/** The same where it need not be said. */
export const optionalReason = { type: 'string', value: 'TEXT', says: 'Why; kept with who asks' } as const

/** The reason as an argument, if one was given. */
export const reasonArgument = (reason: string | undefined) => (reason === undefined ? {} : { reason })
