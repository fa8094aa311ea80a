import { document, type Sentence, screen } from '../sentence.ts'

/** Section 6 of the specification: roles and permissions. */
export const section6: readonly Sentence[] = [
  screen('6.1', 'Anonymous: login, about, forgot and reset password'),
  screen('6.2', 'Unknown paths redirect to /'),
  screen('6.3', 'Signed-in users reach the nested routes'),
  screen('6.4', 'TRADER: adverts-home and three profile tabs'),
  screen('6.5', 'TRADER: loads equities, brokers, notifications'),
  screen('6.6', 'TRADER: sees stars and manages adverts'),
  screen('6.7', 'The advertising trigger needs 41; styled disabled below'),
  screen('6.8', 'BROKER: brokers-home and security only'),
  screen('6.9', 'BROKER: sees the summary, confirms, copies rows'),
  screen('6.10', 'BROKER: sees the Acknowledged tab'),
  screen('6.11', 'Calls carry a bearer token from local storage (userToken)'),
  screen('6.12', 'Two-factor calls use session storage (2FaToken)'),
  document('6.13', 'Other role rules are not shown'),
]
