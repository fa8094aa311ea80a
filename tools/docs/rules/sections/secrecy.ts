import type { Section } from '../example.ts'
import { code, list } from '../markdown.ts'

/** Secrecy and presence (docs/rules.md §15, §16). */
export const secrecy: Section = {
  title: '15, 16 Who may learn what, and presence',
  text: [
    'Whatever a user can observe follows from the history of the user’s own institution, from public data, and from locates that involve the institution. Nothing else. A property test runs the platform twice with different other users and compares everything one institution saw, byte by byte.',
    list([
      'An advert, locate or agreement of somebody else is answered like one that does not exist.',
      'Whether an advert can be sent, changed or resumed never depends on the other side; contras are looked for afterwards.',
      'A side of a locate learns its own minimum and its own residual, never the contra’s.',
      `A venue may forbid to turn an advert round after a locate: ${code('ADVERT-DIRECTION')}.`,
      'A broker learns of an agreement when both have accepted, and nothing of failed locates.',
      'Staff may be shown why two adverts did or did not meet. Who asked, why, and about which two is written in the journal.',
    ]),
    'An owner is present while a session of it is connected, and for a short while after. The adverts of an absent owner stay LIVE and meet nobody. When a session ends, what is SENT or LIVE is paused. An operator can halt the platform, one institution or one security: at once, and in the journal.',
  ],
}
