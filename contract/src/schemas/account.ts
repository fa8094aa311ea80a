import Type, { type Static } from 'typebox'
import { signInNetworks, signInResults } from '../codes.ts'
import { callSchemas } from './call-schemas.ts'
import { described, nullable, oneOf, Time } from './common.ts'

export const AccountSecurity = Type.Object({
  phone: described(
    'The phone that receives codes, masked except for its last two digits; null without two-factor authentication.',
    nullable(Type.String()),
  ),
  signIns: described(
    'The latest sign-in attempts, newest first, at most 20.',
    Type.Array(
      Type.Object({
        at: Time,
        result: oneOf(signInResults),
        isThis: described('Whether the attempt started the current session.', Type.Boolean()),
        network: described(
          'Whether the attempt came from the network from which the current session was started. Networks are stored as keyed hashes, so that no address can be shown.',
          oneOf(signInNetworks),
        ),
      }),
    ),
  ),
  othersOpen: described(
    'Number of other sessions, sign-ins that wait for a code, and unused links to set a new password.',
    Type.Integer(),
  ),
})
export type AccountSecurity = Static<typeof AccountSecurity>

export const accountSecurity = callSchemas({
  summary: "The user's two-factor phone, latest sign-in attempts and other open sessions",
  reply: AccountSecurity,
})

export const endOthers = callSchemas({
  summary: 'End all other sessions, waiting sign-ins and unused password links of the user',
  reply: Type.Object({ ended: Type.Integer() }),
})

export const contactAccountManager = callSchemas({
  summary: 'Ask the account manager, by mail, to get in touch',
  reply: Type.Object({ status: Type.Literal('OK') }),
})

export const snapshotKey = callSchemas({
  summary:
    'The key with which the browser encrypts the adverts a trader may restore; the same at every sign-in',
  reply: Type.Object({ key: described('256 bits, base64.', Type.String()) }),
})
