import { defaultLimits } from '@aitai/engine/limits.ts'
import { type Answer, answers, type Outcome, outcomeFor } from '@aitai/engine/locates/locate.ts'
import { outcomeNotifications } from '@aitai/engine/notifications.ts'
import { answerScores } from '@aitai/engine/rating/credibility.ts'
import type { Section } from '../example.ts'
import { code, inPercent, inTime, list, table } from '../markdown.ts'

const limits = defaultLimits
const each: readonly (Answer | null)[] = [...answers, null]
const nameOf = (answer: Answer | null): string => (answer ?? 'none').toLowerCase()

function scoreOf(answer: Answer | null): number {
  if (answer === null) return answerScores.timeout
  return answer === 'ACCEPT' ? answerScores.accept : answerScores.decline
}

const messageText = (outcome: Outcome): string => {
  const { message, errorCode } = outcomeNotifications[outcome]
  return errorCode ? `${message} (${code(errorCode)})` : message
}

const endsAs = (own: Answer | null, contra: Answer | null): string =>
  outcomeFor(own, contra) === 'ACCEPTED' ? 'COMPLETED' : 'PAUSED'

const rows = each.flatMap((own) =>
  each.map((contra) => [
    nameOf(own),
    nameOf(contra),
    messageText(outcomeFor(own, contra)),
    scoreOf(own),
    code(endsAs(own, contra)),
  ]),
)

/** The answers and outcomes of a locate (docs/rules.md §8). */
export const locates: Section = {
  title: '8 Locate',
  text: [
    `When two adverts meet, the engine freezes quantity, price, legs and broker and asks both owners for ${inTime(limits.locateWindowMs)}; an answer that is on its way is taken for another ${inTime(limits.locateGraceMs)}. Each may answer once. The same answer again changes nothing; a different second one is refused with ${code('LOCATE-ANSWERED')}, one that comes too late with ${code('LOCATE-LATE')}.`,
    'Answers are sealed: nothing is revealed before both have answered or the deadline has passed. Who declined or did not answer is told the same whatever the contra did. The table is what the engine tells and scores for each pair of answers:',
    table(['Own answer', 'Contra’s answer', 'Own side is told', 'Own score', 'Own advert becomes'], rows),
    `For the whole window the engine watches whether the two institutions may meet (E2), whether the market allows it (E4), whether the chosen broker is still open to both (E8), and both knockouts. If one of these fails, the next look at the market withdraws the locate, whatever has been answered: both are told ${messageText('WITHDRAWN')}. A side whose own knockout fired is scored ${answerScores.decline} and its advert is PAUSED, as after a decline; any other advert is LIVE again and nobody else is scored.`,
    `A decline is not scored when the price has moved by more than ${inPercent(limits.excusedMoveBasisPoints)} against the decliner since the locate.`,
    'After a failed locate the two institutions do not meet in that security for a while, and are not told so:',
    list([
      `after a decline for ${inTime(limits.declineCooldownMs)};`,
      `after a timeout without a decline for ${inTime(limits.timeoutCooldownMs)};`,
      `after failed locate number ${limits.failuresToEndOfDay} of the day until the trading day ends;`,
      `after a withdrawal by a knockout for ${inTime(limits.declineCooldownMs)}, after any other for ${inTime(limits.withdrawalCooldownMs)}.`,
    ]),
    'An advert whose time runs out during a locate expires after the outcome. One that an open locate holds cannot be changed, paused or cancelled.',
  ],
}
