import { decide } from '@aitai/engine/decide.ts'
import { bookIn, buys, ownerCommand, perform, world } from '../../../../engine/test/book.ts'
import { examples, type Section } from '../example.ts'
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

interface Situation {
  readonly [name: string]: string | boolean
  readonly action: string
  readonly isGranted: boolean
  readonly isSameFirm: boolean
  readonly isConnected: boolean
}

/** Whether a head may act on the advert of alder: paused if it is to be resumed, else live. */
function isDone({ action, isGranted, isSameFirm, isConnected }: Situation): boolean {
  const head = { traderId: 'head', firmId: isSameFirm ? 'alder' : 'birch', isDeskHead: isGranted }
  const state = bookIn(world({ traders: [head] }), buys('alder', 10_000))
  if (action === 'resume') perform(state, ownerCommand('pauseAdvert', 'alder-1', state.at))
  perform(state, { type: 'setPresence', at: state.at, traderId: 'alder', present: isConnected })
  const type = action === 'resume' ? 'resumeAdvert' : 'pauseAdvert'
  return 'events' in decide(state, { ...ownerCommand(type, 'alder-1', state.at), deskHeadId: 'head' })
}

const situation = (action: string, isGranted: boolean, isSameFirm: boolean, isConnected: boolean) => ({
  action,
  isGranted,
  isSameFirm,
  isConnected,
})

const cases = examples(
  'To {action} an advert of a trader of the same institution ({isSameFirm}), who is connected ({isConnected}), by a trader who is the desk head ({isGranted}): {isDone}.',
  (given: Situation) => ({ isDone: isDone(given) }),
  [
    { given: situation('pause', true, true, true), gives: { isDone: true } },
    { given: situation('pause', true, true, false), gives: { isDone: true } },
    { given: situation('pause', false, true, true), gives: { isDone: false } },
    { given: situation('pause', true, false, true), gives: { isDone: false } },
    { given: situation('resume', true, true, true), gives: { isDone: true } },
    { given: situation('resume', true, true, false), gives: { isDone: false } },
  ],
)

/** What a desk head may do (docs/rules.md §25). */
export const deskHeads: Section = {
  title: '25 Desk heads',
  text: [
    'The operator may name traders of an institution as its desk heads; granting and withdrawing take effect at once and are in the audit trail. A desk head sees the adverts of the institution’s traders that are sent and have not ended: whose, which security, side, quantity, status, time left. The head does not see what a colleague is asked in a locate, nor whether the colleague has answered. Drafts, adverts that have ended, history, ratings and counts stay with each trader.',
    `A desk head pauses, resumes and cancels all adverts of the desk at once. Each is then as if its owner had done it: same status, same time priority, same refusals. An advert in a locate stays with its trader. An advert is not resumed while its owner is not connected (${code('ADVERT-ERROR-003')}), because nobody could answer. The journal names the head beside the owner, and the owner is notified by whom. Without the grant, and for the adverts of any other institution, there is nothing to find (${code('ADVERT-NOT-FOUND')}).`,
  ],
  examples: cases,
}
