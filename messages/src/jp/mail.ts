import type { mail as en } from '../en/mail.ts'

export const mail: Readonly<Record<keyof typeof en, string>> = {
  'mail.welcome.subject': '【{product}】アカウント開設のお知らせ',
  'mail.welcome.body': `{lastName} {firstName} 様

このたび、{product}のアカウントを開設いたしました。

ログイン画面：{url}
メールアドレス：{email}
仮パスワード：{password}

仮パスワードの有効期間は{hours}時間です。初回ログイン時に、新しいパスワードを設定してください。

お心当たりのない場合は、お手数ですが本メールを削除のうえ、弊社担当者までご連絡ください。

{product}`,
  'mail.welcomeProvider.body': `{lastName} {firstName} 様

このたび、{product}のアカウントを開設いたしました。ログインにはご所属先のアカウントをご利用ください。本システム専用のパスワードはございません。

ログイン画面：{url}
メールアドレス：{email}

ログイン画面で上記のメールアドレスを入力し、ご所属先の認証にお進みください。

お心当たりのない場合は、お手数ですが本メールを削除のうえ、弊社担当者までご連絡ください。

{product}`,
  'mail.temporary.subject': '【{product}】仮パスワード発行のお知らせ',
  'mail.temporary.body': `{lastName} {firstName} 様

運営者によりパスワードがリセットされました。これまでのパスワードはご利用いただけません。ログイン中の場合はログアウトされています。

ログイン画面：{url}
メールアドレス：{email}
仮パスワード：{password}

仮パスワードの有効期間は{hours}時間です。ログイン時に、新しいパスワードを設定してください。

お心当たりのない場合は、お手数ですが弊社担当者までご連絡ください。

{product}`,
  'mail.reset.subject': '【{product}】パスワード再設定のご案内',
  'mail.reset.body': `{lastName} {firstName} 様

{product}のパスワード再設定の申請を受け付けました。以下のリンクより、新しいパスワードを設定してください。

{url}

リンクの有効期間は{minutes}分で、ご利用は1回限りです。再設定が完了するまで、現在のパスワードは変更されません。

お心当たりのない場合、お手続きは不要です。リンクはこのメールアドレスにのみお送りしています。

{product}`,
  'mail.passwordChanged.subject': '【{product}】パスワード変更のお知らせ',
  'mail.passwordChanged.body':
    '{lastName} {firstName} 様\n\n{when}（東京時間）に、{product}のパスワードが変更されました。ほかのセッションはすべて終了しています。\n\nお心当たりのない場合は、直ちに弊社担当者までご連絡ください。\n\n{product}',
  'mail.passwordReset.body': `{lastName} {firstName} 様

{when}（東京時間）に、このメールアドレス宛のリンクから、{product}のパスワードが再設定されました。すべてのセッションは終了しています。新しいパスワードでログインしてください。

お心当たりのない場合は、直ちに弊社担当者までご連絡ください。

{product}`,
  'mail.secondFactor.subject': '【{product}】ログイン認証に関するお知らせ',
  'mail.secondFactor.body': `{lastName} {firstName} 様

{what}

お心当たりのない場合は、直ちにパスワードを変更のうえ、弊社担当者までご連絡ください。

{product}`,
  'mail.secondFactor.authenticatorAdded':
    '{when}（東京時間）に、認証アプリが登録されました。以後、そのコードでログインできます。',
  'mail.secondFactor.authenticatorRemoved':
    '{when}（東京時間）に、認証アプリの登録が解除されました。以後、そのコードはご利用いただけません。',
  'mail.secondFactor.passkeyAdded':
    '{when}（東京時間）に、パスキーが登録されました。以後、パスワードなしでログインできます。',
  'mail.secondFactor.passkeyRemoved':
    '{when}（東京時間）に、パスキーの登録が解除されました。以後、このパスキーはご利用いただけません。',
  'mail.secondFactor.recoveryCodesRenewed':
    '{when}（東京時間）に、リカバリーコードが再発行されました。以前のコードは無効です。',
  'mail.secondFactor.recoveryCodeUsed':
    '{when}（東京時間）に、リカバリーコードによるログインがありました。残りは{left}個です。',
  'mail.secondFactor.secondFactorsReset':
    '{when}（東京時間）に、運営者がパスキー、認証アプリ、リカバリーコードの登録を解除しました。プロフィール画面で、パスキーまたは認証アプリを改めて登録してください。',
  'mail.heads.subject': '{product}：ジャーナルと監査証跡の署名付き末尾',
  'mail.heads.body':
    '{product}は{when}（東京時間）に、ジャーナルと監査証跡それぞれの末尾に署名しました。署名付きデータは本文の末尾に1行ずつ記載しています。\n\n本メールは、システムの外部で保管してください。後日、過去の記録が書き換えられた場合の証拠となります。テキストファイルとして保存し、「aitai audit verify --head ファイル名」で照合できます。',
  'mail.breakGlass.subject': '{product}：{what}',
  'mail.breakGlass.body':
    '{when}（東京）に、{by}さんがIOIを閲覧しました：{what}。承認者は{second}さんです。\n\n理由と申請の内容はジャーナルと監査証跡に記録されています。心当たりのない場合は、直ちにご確認ください。\n\n{product}',
  'mail.breakGlass.bodyAlone':
    '{when}（東京）に、{by}さんがIOIを閲覧しました：{what}。承認できる担当者が2人に満たないため、承認なしで行われました。\n\n理由と申請の内容はジャーナルと監査証跡に記録されています。心当たりのない場合は、直ちにご確認ください。\n\n{product}',
  'mail.surveillance.subject': '{product}：監視レポートの閲覧',
  'mail.surveillance.body':
    '{when}（東京）に、{by}さんが監視レポートを閲覧しました。レポートには、各機関投資家の行動と、照会が不成立となった機関投資家の組み合わせが含まれます。\n\n理由と対象日はジャーナルに記録されています。心当たりのない場合は、直ちにご確認ください。\n\n{product}',
  'mail.access.subject': '{product}：{what}',
  'mail.access.body':
    '{when}（東京）に、{by}さんがログイン方法に関わる変更を行いました：{what}。承認者は{second}さんです。\n\n理由と対象者は監査証跡に記録されています。心当たりのない場合は、直ちにご確認ください。\n\n{product}',
  'mail.access.bodyAlone':
    '{when}（東京）に、{by}さんがログイン方法に関わる変更を行いました：{what}。別の担当者による承認はありません。\n\n理由と対象者は監査証跡に記録されています。心当たりのない場合は、直ちにご確認ください。\n\n{product}',
  'mail.credential.subject': '{product}：お客様名義の認証情報の発行',
  'mail.credential.body':
    '{lastName} {firstName}様\n\n{when}（東京時間）に、システムがお客様として{product}にログインするための認証情報が発行されました。お心当たりのない場合は、直ちにご連絡ください。\n\n{product}',
  'mail.newMember.subject': '【{product}】貴社利用者の追加のお知らせ',
  'mail.newMember.alone': '{when}（東京時間）に、{by}さんが{product}に貴社の利用者を追加しました。',
  'mail.newMember.approved':
    '{when}（東京時間）に、{by}さんが{second}さんの承認を得て、{product}に貴社の利用者を追加しました。',
  'mail.newMember.body': `{lastName} {firstName} 様

{what}

{name}（{email}）

この利用者は、貴社の名義でIOIを送信できます。貴社からのご依頼によるものでない場合は、お手元に控えのある電話番号で、直ちに弊社担当者までご連絡ください。この利用者のIOIは、「{page}」画面で確認し、取り消すことができます。

本メールは、デスク責任者の方にお送りしています。

{product}`,
  'mail.contact.subject': '{lastName} {firstName} 様より連絡のご依頼',
  'mail.contact.body':
    '{product}の利用者より、担当者からの連絡のご依頼がありました。\n\n氏名：{lastName} {firstName} 様\n会社名：{organization}\n電話番号：{phone}\nメールアドレス：{email}\n受付日時：{when}（東京時間）',
}
