import { requiredFactors } from '@aitai/contract/codes.ts'

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

/** Of a command that stops somebody. */
export const yesFlag = { type: 'boolean', description: 'Do not ask whether to go on' } as const

/*
 * What a command acts on is its operand: FIRM, BROKER, EMAIL, ADVERT or RIC. Whatever else it needs is named by a flag
 * with the same placeholder.
 */
export const firmFlag = { type: 'string', value: 'FIRM', description: 'An institution, by its name' } as const
export const brokerFlag = {
  type: 'string',
  value: 'BROKER',
  description: 'A broker, by its short name',
} as const
export const userFlag = { type: 'string', value: 'EMAIL', description: 'A user, by e-mail address' } as const
export const advertFlag = { type: 'string', value: 'ADVERT', description: 'An IOI, by its id' } as const
export const securityFlag = {
  type: 'string',
  value: 'RIC',
  description: 'A security, such as 7203.T',
} as const

export const requiredFactorFlag = {
  type: 'string',
  choices: [...requiredFactors],
  description: 'What its people sign in with: a passkey, or any factor; at first any',
} as const
