import type { Broker } from '@aitai/contract/schemas/reference.ts'
import { useMemo } from 'react'
import { brokersIn } from '../../ui/format/broker-name.ts'
import { useLanguage } from '../../ui/text/use-text.ts'
import { useUserBrokersListQuery } from './desk-api.ts'

/** The user's brokers with their names in the current language; undefined until they have loaded. */
export function useBrokers(): readonly Broker[] | undefined {
  const language = useLanguage()
  const { data } = useUserBrokersListQuery()
  return useMemo(() => data && brokersIn(language, data), [data, language])
}
