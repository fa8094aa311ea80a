import { CostAnalysisPage } from '../costs/CostAnalysisPage.tsx'
import { Locates } from '../locates/Locates.tsx'

/** The cost analysis. A contra can be located while it is open, so the popup is here too. */
export function CostAnalysisHome() {
  return (
    <>
      <CostAnalysisPage />
      <Locates />
    </>
  )
}
