import { useGetEquitiesQuery } from '../shared/api/desk-api.ts'
import { equityNameIn } from '../ui/format/equity-name.ts'
import { useLanguage } from '../ui/text/use-text.ts'

/** Names and figures of securities; empty names and undefined while they are loading. */
export function useSecurities() {
  const language = useLanguage()
  const { data } = useGetEquitiesQuery()
  const equityOf = (securityId: string) => data?.find(({ equityId }) => equityId === securityId)
  const nameOf = (securityId: string): { ric: string; name: string } => {
    const equity = equityOf(securityId)
    return equity ? { ric: equity.ric, name: equityNameIn(language, equity) } : { ric: '', name: '' }
  }
  return { nameOf, equityOf }
}
