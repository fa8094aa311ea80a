import type { productVideo as en } from '../en/product-video.ts'

/** 紹介動画の文言。画面内の見出し、字幕、制作コマンドのメッセージ。 */
export const productVideo: Readonly<Record<keyof typeof en, string>> = {
  'film.noFfmpeg':
    'ffmpegがインストールされていません。動画の作成に必要です。Debianの場合：apt-get install ffmpeg',
  'film.opening': '相手方が見つかるまで、誰の目にも触れない',
  'film.closing': '相手方が見つかるまで非公開。社名は証券会社だけに。',
  'film.trader': '{name}　トレーダー',
  'film.broker': '{name}　執行証券会社',

  'film.chapter.conditions': 'IOIを、自社の条件で',
  'film.chapter.dark': '誰にも見られずに待つ',
  'film.chapter.contra': '別の会社に、反対売買の意向',
  'film.chapter.located': '相手方が見つかる',
  'film.chapter.handed': '1社の証券会社へ引き継ぎ',
  'film.chapter.confirmed': '証券会社が双方を確認',

  'film.says.opening': '{product}は、大口の取引意向を、市場に知られずに引き合わせます。',
  'film.says.search': '{buyer}はトヨタ株を買いたい。読みを打つだけで見つかります。',
  'film.says.size': '売買と数量を入力。50万株、金額も同時に表示されます。',
  'film.says.minimum': '条件を設定。相手方の数量は40%以上…',
  'film.says.stars': '…信頼度は星3つ以上。',
  'film.says.path': '執行先は4社まで。この会社を第一希望にします。',
  'film.says.review': '内容を確認して送信。IOIに拘束力はありません。',
  'film.says.dark': 'IOIはエンジンの中だけに。{seller}には何も見えません。',
  'film.says.contra': 'その後、{seller}が30万株の売りを登録。相手方の存在は知りません。',
  'film.says.located': '条件が合うと、双方に同時に照会。回答時間は30秒です。',
  'film.says.sealed': '{buyer}が承諾。{seller}の回答まで、結果は伏せられます。',
  'film.says.accepted': '{seller}も承諾しました。',
  'film.says.handed': '双方に同じ証券会社と、それぞれ別のパスワードが届きます。',
  'film.says.match': '証券会社には、引合せの内容と双方のパスワードが届きます。',
  'film.says.confirmed': '双方からの連絡を受け、証券会社がそれぞれ受領を確認します。',
  'film.says.closing': '知っているのは双方と証券会社だけ。市場には伝わりません。',
}
