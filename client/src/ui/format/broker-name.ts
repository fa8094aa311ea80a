import type { Broker } from '@aitai/contract/schemas/reference.ts'
import type { Language } from '@aitai/messages/language.ts'
import { installation } from '../browser/installation.ts'

/** A broker's name in a language, from the installation's brokers; its own name if it is not among them. */
export const brokerNameIn = (language: Language, brokerName: string): string =>
  installation.brokers.find(({ name }) => name.En === brokerName)?.name[language] ?? brokerName

/** Brokers with their names in a language. */
export const brokersIn = (language: Language, brokers: readonly Broker[]): Broker[] =>
  brokers.map((broker) => ({ ...broker, brokerName: brokerNameIn(language, broker.brokerName) }))
