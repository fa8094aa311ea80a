import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { Transcript } from './Transcript.tsx'

/** Where `npm run video` puts what it makes, by language. */
const fileOf = { En: '/video/product.en', Jp: '/video/product.ja' } as const
/** The size of the films, so that the page reserves it before they load. */
const size = { width: 1280, height: 800 } as const

/**
 * The product's main use in a minute, with captions and a transcript. It is silent and does not start
 * automatically. Another language has another film, which continues at the same time.
 * @param children further content below it
 */
export function ProductVideo({ children }: { children: ReactNode }) {
  const text = useText()
  const language = useLanguage()
  const file = fileOf[language]
  const video = useContinuedVideo(file)
  const seek = (seconds: number): void => {
    if (!video.current) return
    video.current.currentTime = seconds
    void video.current.play()
  }
  return (
    <div className="about-video">
      <video
        key={file}
        ref={video}
        {...size}
        controls
        playsInline
        preload="none"
        poster={`${file}.jpg`}
        aria-label={text('about.video')}
      >
        <source src={`${file}.webm`} type="video/webm" />
        <source src={`${file}.mp4`} type="video/mp4" />
        <track
          default
          kind="captions"
          src={`${file}.vtt`}
          srcLang={language === 'Jp' ? 'ja' : 'en'}
          label={text('about.captions')}
        />
        {text('about.videoUnsupported')}
      </video>
      <div className="about-under">
        <Transcript captions={`${file}.vtt`} onSeek={seek} />
        {children}
      </div>
    </div>
  )
}

/**
 * Both films show the same at nearly the same times, so a viewer who switches the language continues in the
 * other.
 */
function useContinuedVideo(file: string): RefObject<HTMLVideoElement | null> {
  const video = useRef<HTMLVideoElement>(null)
  const left = useRef({ at: 0, wasPlaying: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is another element.
  useEffect(() => {
    const film = video.current
    if (!film) return
    const { at, wasPlaying } = left.current
    if (at > 0) film.currentTime = at
    if (wasPlaying) void film.play()
    return () => {
      left.current = { at: film.currentTime, wasPlaying: !film.paused && !film.ended }
    }
  }, [file])
  return video
}
