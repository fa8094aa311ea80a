import { useLocation } from 'react-router'
import { ConsolePage } from './ConsolePage.tsx'
import { HaltsPage } from './halts/HaltsPage.tsx'
import { TodayPage } from './today/TodayPage.tsx'

/** The operators' console (docs/decisions/0154-console.md). Each page has an address of its own. */
export function OperationsHome() {
  const { pathname } = useLocation()
  return <ConsolePage>{pathname === '/operations/halts' ? <HaltsPage /> : <TodayPage />}</ConsolePage>
}
