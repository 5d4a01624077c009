package paper

import "testing"

func TestRoleOf(t *testing.T) {
	for _, tt := range []struct {
		name, hint, parent string
		column             bool
		role, party        string
	}{
		{name: "invoice_number", role: "number"},
		{name: "invoiceNo", role: "number"},
		{name: "number", hint: "of the invoice", role: "number"},
		{name: "number", parent: "invoice", role: "number"},
		{name: "date", parent: "rechnung", role: "date"},
		{name: "issued", role: "date"},
		{name: "payment_due", role: "due"},
		{name: "amount_due", role: "total"},
		{name: "amount_paid", role: "paid"},
		{name: "amount_paid", hint: "the total", role: "total"},
		{name: "total_excluding_tax", role: "subtotal"},
		{name: "montant_ht", role: "subtotal"},
		{name: "seller", hint: "company that sent the invoice", role: "supplier"},
		{name: "customer_address", role: "customeraddress"},
		{name: "address", parent: "cliente", role: "customeraddress"},
		{name: "name", parent: "supplier", role: "supplier"},
		{name: "vat_number", parent: "customer", role: "taxid", party: "customer"},
		{name: "supplier_vat_number", role: "taxid", party: "supplier"},
		{name: "price", hint: "per unit", column: true, role: "unitprice"},
		{name: "amount", hint: "how many", column: true, role: "quantity"},
		{name: "amount", column: true, role: "linetotal"},
		{name: "extended", column: true, role: "linetotal"},
		{name: "désignation", column: true, role: "description"},
		{name: "date", column: true, role: "date"},
		{name: "flight_number"},
		{name: "total_goals"},
		{name: "author"},
	} {
		role, party := RoleOf(tt.name, tt.hint, tt.parent, tt.column)
		if role.String() != tt.role || party.String() != tt.party {
			t.Errorf("RoleOf(%q, %q, %q, %v) = %q of %q, want %q of %q", tt.name, tt.hint, tt.parent, tt.column, role, party, tt.role, tt.party)
		}
	}
}

func TestRoleOfAmount(t *testing.T) {
	for label, want := range map[string]string{
		"Total Sales (Inclusive of GST)": "total", "Total Sales (Excluding GST)": "subtotal", "GST (6%)": "tax",
		"Total GST": "tax", "zzgl. 19 % MwSt.": "tax", "Summe netto": "subtotal", "Net à payer": "total",
		"Total h.t.": "subtotal", "Rounding Adj": "rounding", "CHANGE": "change", "Total Qty": "", "Total Savings": "",
		"Invoice": "", "Te betalen": "total", "Base imponible": "subtotal", "Amount due EUR": "total",
	} {
		role, strength := roleOfAmount(tokens(label))
		if strength < 0.5 {
			role = 0
		}
		if role.String() != want {
			t.Errorf("%q is %q (%.2f), want %q", label, role, strength, want)
		}
	}
}

func TestCorrect(t *testing.T) {
	for read, want := range map[string]string{
		"echeacnce": "echeance", "invoce": "invoice", "mentant": "montant", "total": "total", "tota": "tota", "zebra": "zebra",
	} {
		if got := vocab().correct(read); got != want {
			t.Errorf("correct(%q) = %q, want %q", read, got, want)
		}
	}
}

func TestVocabulary(t *testing.T) {
	v := vocab()
	if len(v.names) < 50 {
		t.Fatalf("only %d roles were read", len(v.names)-1)
	}
	for phrase, roles := range v.phrases {
		single := map[bool]Role{}
		for _, r := range roles {
			if before, taken := single[r.inColumn()]; taken && before != r && len(tokens(phrase)) > 1 && before.Form() != r.Form() {
				t.Errorf("%q names both %q and %q", phrase, before, r)
			}
			single[r.inColumn()] = r
		}
	}
}
