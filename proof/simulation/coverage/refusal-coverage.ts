import type { CoverageEvent } from './coverage-events.ts'

/** What a refusal shows, by the command and the code. */
export const coverageByRefusal: Readonly<Record<string, CoverageEvent>> = {
  'answerLocate LOCATE-LATE': 'an answer arrives too late',
  'answerLocate LOCATE-ANSWERED': 'a different second answer is refused',
  'answerLocate LOCATE-NOT-FOUND': "a stranger answers another's locate",
  'createAdvert ADVERT-ERROR-001': 'a second advert of the firm is refused',
  'createResidual ADVERT-ERROR-005': 'a residual is refused',
  'submitAdvert PLATFORM-HOURS': 'a submit outside the hours is refused',
  'submitAdvert ADVERT-ERROR-010': 'a submit on a day without trading is refused',
  'submitAdvert PLATFORM-CLOSED': 'a submit while the platform is closed is refused',
  'submitAdvert FIRM-HALTED': 'a submit of a halted institution is refused',
  'submitAdvert SECURITY-HALTED': 'a submit in a halted security is refused',
  'submitAdvert TRIGGER-RATING': 'a rating under 41 arms no trigger',
  'modifyAdvert TRIGGER-RATING': 'a rating under 41 arms no trigger',
  'submitAdvert TRIGGER-LEVEL': 'a level is refused',
  'submitAdvert TRIGGER-ORDER': 'a trigger beyond its knockout is refused',
  'submitAdvert TRIGGER-INDEX': 'an offset from the index is refused',
  'modifyAdvert TRIGGER-SATISFIED': 'a trigger that has fired cannot be changed',
  'modifyAdvert TRIGGER-FROZEN': 'triggers are frozen at the official close',
  'modifyAdvert ADVERT-DIRECTION': 'a flip of direction is refused',
  'submitAdvert ADVERT-DIRECTION': 'a flip of direction is refused',
  'modifyAdvert ADVERT-ERROR-002': 'a modify of a located advert is refused',
  'undoExecution AGREEMENT-DAY-OVER': 'an undo after the day is refused',
}
