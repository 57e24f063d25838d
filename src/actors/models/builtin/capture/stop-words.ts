/** Words that say nothing of what a text is about, in English, German, French and Spanish, without accents. */
const words = new Set(
  (
    "about after again all also and any are because been before being but can could did does doing done for from get gets " +
    "going gonna got had has have having her here hers him his how into its just kind know let like maybe mean more most much " +
    "must need not now off okay one only other our out over really right said same say see she should some such sure than that " +
    "the their them then there these they thing things think this those through too under until very want was way well were " +
    "what when where which while who why will with would yeah yes you your " +
    "aber alle als also am auch auf aus bei bin bis bist da damit dann das dass dein dem den der des die dies diese doch dort du " +
    "durch ein eine einem einen einer eines er es fur hab habe haben hat hatte ich ihr ihre im ist ja jetzt kann kein keine man " +
    "mehr mein mit muss nach nicht noch nur oder schon sein sich sie sind so uber um und uns unser vom von vor war was weil wenn " +
    "werden wie wir wird wo zu zum zur " +
    "alors aux avec car ces cette comme dans des donc elle elles est etre fait ils les leur mais meme nous ont par pas plus pour " +
    "que qui sans ses son sont sur tous tout tres une vous " +
    "como con cuando del desde donde ella ellos era esta este esto estos hay las los mas muy nos para pero por porque que ser sin " +
    "sobre son sus tambien todo una uno unos"
  ).split(" "),
);

/** True for a word, folded, that is left out where words are compared. */
export function isStopWord(word: string): boolean {
  return words.has(word);
}
