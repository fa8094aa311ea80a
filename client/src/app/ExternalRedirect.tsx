import { useEffect } from 'react'
import { installation } from '../ui/browser/installation.ts'
import { useLanguage } from '../ui/text/use-text.ts'
import { LoadingScreen } from './LoadingScreen.tsx'

/** Redirects to the owner's about page, in the current language (docs/specification.md §2). */
export function ExternalRedirect() {
  const language = useLanguage()
  const url = installation.aboutUrl[language]
  useEffect(() => {
    if (url !== null) location.replace(url)
  }, [url])
  return <LoadingScreen onRetry={null} />
}
