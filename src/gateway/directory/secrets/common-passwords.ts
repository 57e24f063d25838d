/**
 * Passwords of at least ten characters that everybody tries first: those that lead the published lists of leaked ones, and the rules by
 * which the rest of them are made (one character, one short piece again and again, a row of the keyboard).
 */
const common = new Set(
  `0123456789 0987654321 1029384756 1111111111 1122334455 1123581321 11223344556 1212121212 1234554321 12345678900 123456789a
  123456789abc 123456789q 123456789z 1234567890 1234567891 12345678910 123456789101 1234567899 1234567890a 1234567890q 123123123123
  1357924680 147258369 1472583690 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3e 1qazxsw23edc 9876543210 a123456789 aa12345678
  aa123456789 abc1234567 abc12345678 abc123456789 abcd123456 abcd12345678 abcdefghij abcdefghijk administrator admin12345
  admin123456 adminadmin asdfasdfasdf asdfghjkl1 asdfghjkl123 asdf123456 babygirl12 basketball basketball1 blink182182 butterfly1
  changeme12 changeme123 charlie123 chocolate1 cristiano7 dragonball dragonball1 football123 footballer google1234 hello12345
  hello123456 helloworld iloveyou12 iloveyou123 iloveyou1234 iloveyousomuch jennifer12 justinbieber letmein123 letmein1234
  liverpool1 liverpoolfc loveyou123 manchester manchester1 master1234 michael123 monkey12345 motherfucker mynameis123 mypassword
  mypassword1 naruto1234 passw0rd12 passw0rd123 password00 password01 password1! password10 password11 password12 password12! password123
  password123! password1234 password12345 password123456 password2020 password2021 password2022 password2023 password2024
  password2025 password2026 password99 passwordpassword p@ssw0rd12 p@ssw0rd123 p@ssword123 p4ssw0rd123 pa55word123 pokemon123
  princess12 princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx1234 qazwsx123456 qazwsxedcr qazwsxedc123 qazwsxedcrfv qwe1234567 qwe123456789
  qweasdzxc1 qweasdzxc123 qwer123456 qwerasdfzxcv qwert12345 qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwertyqwerty
  qwertyuiop qwertyuiop1 qwertyuiop123 qwertz12345 qwertzuiop samsung123 secret1234 september1 spiderman1 starwars123 stephanie1
  summer2023 summer2024 summer2025 sunshine12 sunshine123 superman12 superman123 superstar1 thisismypassword trustno1234 unbelievable
  veronica12 volleyball welcome123 welcome1234 welcome12345 whatever12 whatever123 winter2023 winter2024 winter2025 yourpassword
  zaq12wsxcde zaq1zaq1zaq1 zaqxswcdevfr zxcvbnm123 zxcvbnm1234 zxcvbnm12345 zxcvbnmasdf zxcvbnm,./ correcthorsebatterystaple
  passwort123 passwort1234 hallo12345 schatzi123 motdepasse motdepasse1 motdepasse123 azertyuiop azertyuiop1 azerty12345 azerty123456
  contrasena contrasena1 contrasena123 contraseña contraseña1 contraseña123 dayshift123 dayshift1234`.split(/\s+/),
);

/** Rows of keyboards and of the alphabet, in both directions. */
const rows = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
].flatMap((row) => [row, Array.from(row).toReversed().join("")]);

/** Whether a password is among those that are tried first, in whatever case. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  return common.has(text) || isRepeated(text) || rows.some((row) => row.includes(text));
}

/** One piece of up to four characters, again and again. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some(
    (size) =>
      text ===
      text
        .slice(0, size)
        .repeat(Math.ceil(text.length / size))
        .slice(0, text.length),
  );
}
