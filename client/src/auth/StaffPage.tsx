import { useText } from '../ui/text/use-text.ts'
import './entry.css'

/** What staff without a grant see (docs/decisions/0154-console.md). */
export function StaffPage() {
  const text = useText()
  return (
    <section className="entry-staff">
      <h1>{text('auth.staffTitle')}</h1>
      <p>{text('auth.staffLead')}</p>
    </section>
  )
}
