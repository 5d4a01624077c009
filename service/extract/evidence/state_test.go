package evidence_test

import (
	"strings"
	"testing"

	"assay/service/extract/evidence"
)

func TestState(t *testing.T) {
	const page = `<title>Blue mug | Shop</title><h1>Blue mug</h1><p>` + `It holds coffee. ` + `</p>`
	tests := []struct {
		name, script, key, want string
	}{
		{"next", `<script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"product":{"name":"Blue mug","price":12.5,"sku":"M-1"}}}}</script>`, "sku", "M-1"},
		{"assignment", `<script>var a=1; window.__STATE__ = {product:{title:'Blue mug', price:12.5, code:"M-1",},}; go();</script>`, "code", "M-1"},
		{"JSON.parse", `<script>window.S=JSON.parse("{\"p\":{\"name\":\"Blue mug\",\"price\":3,\"code\":\"M-2\"}}")</script>`, "code", "M-2"},
		{"nuxt", `<script id="__NUXT_DATA__" type="application/json">[{"p":1},{"name":2,"price":3,"code":4},"Blue mug",9,"M-3"]</script>`, "code", "M-3"},
		{"connection", `<script type="application/json">{"x":{"name":"Blue mug","price":3,"code":"c","authors":{"edges":[{"node":{"name":"Ann"}}],"__typename":"C"}}}</script>`, "authors", "Ann"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fact(t, gather(t, page+tt.script), evidence.State, tt.key); got != tt.want {
				t.Errorf("%s = %q, want %q", tt.key, got, tt.want)
			}
		})
	}
}

func TestStateOfOtherThings(t *testing.T) {
	x := gather(t, `<title>Blue mug</title><h1>Blue mug</h1><p>`+strings.Repeat("A mug as blue as can be. ", 80)+`</p>
		<script type="application/json">{"related":[{"name":"Red mug","price":1,"sku":"R"},{"name":"Mug","price":2,"sku":"Q"}],"blue":1}</script>
		<script>function mug(){ return {blue: 1, name: f(2)} }</script>`)
	if len(x.Things) != 0 {
		t.Errorf("%d things, want none: they are not what the page is about", len(x.Things))
	}
}

func TestStateOfBarePage(t *testing.T) {
	x := gather(t, `<title>Shop</title><div id="root"></div><script type="application/json">{"items":[{"name":"A","price":1},{"name":"B","price":2}]}</script>`)
	if len(x.Things) != 1 || len(x.Things[0].Get("items")) != 2 {
		t.Errorf("things %v, want the list of items", x.Things)
	}
}

// FuzzState reads scripts that may be anything at all.
func FuzzState(f *testing.F) {
	for _, seed := range []string{
		`window.S={a:[1,{name:'Blue mug',x:"y",z:1,},],}`,
		`JSON.parse("{\"name\":\"Blue mug\"`,
		strings.Repeat("={a:[", 300),
		`([1,2,{"name":"Blue mug","a":1,"b":/*`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		x := gather(t, `<title>Blue mug</title><h1>Blue mug</h1><script>`+script+`</script><script type="application/json" id="__NUXT_DATA__">`+script+`</script>`)
		for _, thing := range x.Things {
			if thing.Kind == evidence.State && len(thing.Props) == 0 {
				t.Error("a thing without properties")
			}
		}
	})
}
