package lexicon

import (
	"strings"
	"sync"
)

// maxActionWords is how many words an offer to do something has at most.
const maxActionWords = 6

// actionWords are what begins, or in German and Dutch ends, what is written on a link or
// button that offers to do something with what stands beside it.
var actionWords = sync.OnceValue(func() map[string]bool {
	return setOf(`
	more más altro meer plus map view see show hide read find get call change edit update buy shop add join click check compare
	apply print download learn visit explore browse enlarge calculate recalculate subscribe follow share save details directions
	mehr karte ansehen anzeigen zeigen lesen finden rufen ändern bearbeiten kaufen hinzufügen vergleichen berechnen planen herunterladen folgen merken teilen
	voir afficher lire trouver appeler modifier changer acheter ajouter comparer calculer télécharger suivre partager
	ver mostrar leer buscar llamar cambiar editar comprar añadir comparar calcular descargar seguir compartir
	vedi mostra leggi trova chiama modifica cambia acquista aggiungi confronta calcola scarica segui condividi
	bekijk toon lees zoek bel wijzig koop bestel voeg vergelijk bereken volg deel
	mais ler encontrar ligar alterar adicionar baixar seguir partilhar compartilhar`)
})

func setOf(list string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		out[fold(word)] = true
	}
	return out
}

// IsAction reports whether what is written on a link or button offers to do something:
// "map it!", "View directions", "Karte anzeigen".
func IsAction(text string) bool {
	said := Words(text)
	return len(said) > 0 && len(said) <= maxActionWords && (actionWords()[said[0]] || actionWords()[said[len(said)-1]])
}
