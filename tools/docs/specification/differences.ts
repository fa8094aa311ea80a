/**
 * The sentences from which the product differs, by the decision that gives the reason. All others hold as they
 * are written. At most eight decisions may differ from the specification.
 */
export const differences: Readonly<Record<string, readonly string[]>> = {
  '0007-replaced-notifications': ['4.notifications.20'],
  '0049-reconnecting': ['4.other.6', '9.9'],
  '0050-failed-user-details': ['4.login.10'],
  '0051-password-hint': ['5.passwords.7'],
  '0058-completed-rows': ['4.statuses.13', '4.statuses.16'],
  '0059-client-state': ['3.2', '3.17'],
}

/** The decision that changes a sentence, or undefined. */
export const decisionOn = (id: string): string | undefined =>
  Object.keys(differences).find((decision) => differences[decision]?.includes(id))
