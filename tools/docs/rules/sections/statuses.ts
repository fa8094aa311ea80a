import {
  advertActions,
  advertCan,
  advertStatuses,
  causesOfDeath,
  isTerminal,
  statusTransitions,
} from '@aitai/engine/adverts/advert.ts'
import type { Section } from '../example.ts'
import { code, list, table } from '../markdown.ts'

const meaning: Readonly<Record<(typeof advertStatuses)[number], string>> = {
  UNSENT: 'a private draft',
  SENT: 'accepted, but not to be matched yet: its advertising trigger has not fired, or matching is closed',
  LIVE: 'in the pool; shown to its owner as sent, like SENT',
  PAUSED: 'taken out, by its owner, by a failed locate, or by the end of its owner’s session',
  'ACCEPT/DECLINE?': 'in exactly one locate, and its owner has not answered',
  LOCATED: 'in exactly one locate; its owner has answered and the outcome is not revealed',
  COMPLETED: 'both sides accepted: a connection agreement was made',
  DEAD: 'ended; the cause of death says how',
}

const died: Readonly<Record<(typeof causesOfDeath)[number], string>> = {
  EXPIRED: 'its time was up',
  CANCELLED_BY_USER: 'its owner cancelled it',
  CANCEL_TRIGGER: 'its knockout fired',
  INDEX_RELATIVE_CANCEL: 'its index-relative knockout fired',
  BAD_MARKET_DATA: 'the market gave no usable price for too long',
  INACTIVE_MARKET: 'the security was halted, specially quoted or locked for too long',
  MALFORMED_MARKET: 'the market sent something that is no quote',
}

/** The actions allowed in each status, and the transitions (docs/rules.md §2). */
export const statuses: Section = {
  title: '2 Statuses',
  text: [
    'What an advert’s owner may do with it depends on its status alone. Everybody else may do nothing with it: an advert of somebody else is answered like one that does not exist. The screens dim their buttons by the same table.',
    table(
      ['Status', 'Meaning', ...advertActions],
      advertStatuses.map((advertisementStatus) => [
        code(advertisementStatus),
        meaning[advertisementStatus],
        ...advertActions.map((action) => advertCan(action, { advertisementStatus })),
      ]),
    ),
    'An advert that is sent again when it is dead becomes a new one with a new id, in the place of the dead one. Pausing what is paused and cancelling what is cancelled is answered as done and changes nothing.',
    'A status leads to these and no others. The simulation holds every event of every day against this table.',
    table(
      ['From', 'To'],
      advertStatuses.map((advertisementStatus) => [
        code(advertisementStatus),
        isTerminal({ advertisementStatus })
          ? 'none: it is final'
          : statusTransitions[advertisementStatus].map(code).join(', '),
      ]),
    ),
    'An advert is DEAD for one of these causes:',
    list(causesOfDeath.map((cause) => `${code(cause)}: ${died[cause]}.`)),
  ],
}
